#!/usr/bin/env node
// An engine in JavaScript: node talkative.mjs
// It reads the view as JSON, says whom it blames, and lies about its hands when it has reason to. docs/engine.md is all it knows.
import { createInterface } from "node:readline";

let view, events, asked, choices, blamed;
let random = 1;

function lot(below) {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
  return (random >>> 8) % below;
}

const liberal = () => view.roles[view.onlooker] === "L";

/** How often a seat took part in a fascist policy, and in a liberal one the other way. */
function blame(seat) {
  if (seat === view.onlooker) return -100;
  if (liberal() && view.parties[seat] !== undefined) return view.parties[seat] === "F" ? 100 : -50;
  let sum = 0;
  for (const round of view.rounds) {
    if (!round.enacted || round.by_populace) continue;
    if (round.president === seat || round.chancellor === seat) sum += round.enacted === "F" ? 3 : -2;
  }
  return liberal() || view.parties[seat] === "L" ? sum : -sum;
}

function value(choice) {
  const [verb, object] = choice.split(" ");
  if (verb === "nominate") return -blame(Number(object));
  if (verb === "execute" || verb === "investigate") return blame(Number(object));
  if (verb === "ja") return blame(view.board.president) + blame(view.board.chancellor) <= 2 ? 2 : 0;
  if (verb === "nein") return 1;
  if (verb === "discard") return (object === "fascist") === liberal() ? 1 : 0;
  if (verb === "enact") return (object === "liberal") === liberal() ? 1 : 0;
  return choice === "no veto" ? 1 : 0;
}

function act() {
  const best = Math.max(...choices.map(value));
  const equal = choices.flatMap((choice, number) => (value(choice) === best ? [number] : []));
  if (view.board.phase === "election") speak();
  return [equal[lot(equal.length)]];
}

/** Once for everybody of whom there is something to say. */
function speak() {
  const worst = view.board.alive.reduce((one, other) => (blame(other) > blame(one) ? other : one));
  if (blame(worst) < 3 || blamed.has(worst)) return;
  blamed.add(worst);
  console.log(`say I do not trust seat ${worst}.`);
}

/** What was seen; a fascist who enacted a fascist policy says that there was no other tile. */
function claims() {
  const wanted = [];
  for (const { round, about } of view.claims.filter((each) => !each.said)) {
    const { president_hand, chancellor_hand, enacted, peek } = view.rounds[round - 1];
    let tiles = { "president-hand": president_hand, "chancellor-hand": chancellor_hand, peek }[about];
    if (!tiles) continue;
    if (!liberal() && enacted === "F" && about !== "peek") tiles = tiles.map(() => "F");
    const number = choices.indexOf(`claim ${about} ${tiles.join("")} round ${round}`);
    if (number >= 0) wanted.push(number);
  }
  return wanted;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word] = line.split(" ", 1);
  const rest = line.slice(word.length + 1);
  switch (word) {
    case "hello":
      console.log("name Talkative\nauthor the authors of the game engine\nformat json\nready");
      break;
    case "newgame":
      random = Number(/ seed (\d+)/.exec(line)?.[1] ?? 1);
      blamed = new Set();
      break;
    case "question":
      [asked, choices] = [rest, []];
      break;
    case "events":
      events = JSON.parse(rest);
      break;
    case "view":
      view = JSON.parse(rest);
      break;
    case "choice":
      choices.push(rest.slice(rest.indexOf(" ") + 1));
      break;
    case "go":
      console.log("info", events.length, "events since the last question");
      console.log(["answer", ...(asked === "claim" ? claims() : act())].join(" "));
      break;
    case "quit":
      process.exit(0);
  }
}
