/** A picture of the end that one wants to send to the others: both teams on their grounds, and the story. */

import { CLOTH } from '../drawings/sprite';
import type { Party, Role } from '../wire/messages';
import { letter } from '../words/letter';

export type PosterBird = { name: string; role: Role; bird: SVGSVGElement };

const WIDTH = 1080;
const MARGIN = 56;
const CELL = (WIDTH - 2 * MARGIN) / 4;
const ROW = CELL + 30;
/** How far the edge between the teams falls from right to left. */
const SLOPE = 120;
const PAPER = '#f4ead5';
const SHEET = '#fbf5e6';
const INK = '#1e1a17';
const BRASS = '#d9b25a';
const SHADE = '#0c0e1480';
const GROUNDS = { L: ['#17606c', '#0e434c'], F: ['#9e2d26', '#6f1a16'] } as const;

export async function drawPoster(
  title: string,
  winner: Party,
  story: string[],
  won: PosterBird[],
  lost: PosterBird[],
): Promise<Blob> {
  const style = getComputedStyle(document.documentElement);
  const [poster, text] = ['--poster', '--text'].map((name) => style.getPropertyValue(name).trim());
  const rows = (team: PosterBird[]) => Math.ceil(team.length / 4);
  const middle = 240 + rows(won) * ROW + SLOPE;
  const bottom = middle + rows(lost) * ROW + 40;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: WIDTH,
    height: bottom + story.length * 56 + 80,
  });
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, canvas.height);
  drawGround(pen, winner, 0, middle, middle - SLOPE - ROW / 2);
  cut(pen, middle - 14, bottom);
  pen.fillStyle = SHEET;
  pen.fill();
  pen.save();
  cut(pen, middle, bottom);
  pen.clip();
  drawGround(pen, winner === 'L' ? 'F' : 'L', middle - SLOPE, bottom, bottom - ROW / 2);
  pen.restore();
  pen.fillStyle = BRASS;
  pen.fillRect(0, bottom - 8, WIDTH, 12);

  pen.textAlign = 'center';
  pen.font = `700 140px ${poster}`;
  for (const [colour, off] of [
    [SHADE, 8],
    [PAPER, 0],
  ] as const) {
    pen.fillStyle = colour;
    pen.fillText(
      title.toLocaleUpperCase(document.documentElement.lang),
      WIDTH / 2 + off,
      180 + off,
      WIDTH - 2 * MARGIN,
    );
  }
  pen.font = `700 30px ${poster}`;
  await Promise.all([drawTeam(pen, won, 230), drawTeam(pen, lost, middle + 10)]);
  pen.fillStyle = INK;
  pen.font = `400 38px ${text}`;
  story.forEach((line, index) => pen.fillText(line, WIDTH / 2, bottom + 76 + index * 56, WIDTH - 2 * MARGIN));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** What lies below the edge between the teams. */
function cut(pen: CanvasRenderingContext2D, top: number, bottom: number): void {
  pen.beginPath();
  pen.moveTo(0, top);
  pen.lineTo(WIDTH, top - SLOPE);
  pen.lineTo(WIDTH, bottom);
  pen.lineTo(0, bottom);
}

async function drawTeam(pen: CanvasRenderingContext2D, team: PosterBird[], top: number): Promise<void> {
  const pictures = await Promise.all(team.map(({ bird }) => pictureOf(bird)));
  team.forEach(({ name, role }, index) => {
    const inRow = Math.min(4, team.length - 4 * Math.floor(index / 4));
    const x = (WIDTH - inRow * CELL) / 2 + (index % 4) * CELL;
    const y = top + Math.floor(index / 4) * ROW;
    const plate = (colour: string, left: number, wide: number, off = 0) => {
      pen.fillStyle = colour;
      pen.fillRect(x + left + off, y + CELL - 42 + off, wide, 46);
    };
    pen.drawImage(pictures[index]!, x, y, CELL, CELL);
    plate(SHADE, 10, CELL - 20, 6);
    plate(SHEET, 10, CELL - 20);
    plate(GROUNDS[role === 'L' ? 'L' : 'F'][0], 10, 42);
    pen.strokeStyle = pen.fillStyle = SHEET;
    pen.lineWidth = 3;
    pen.strokeRect(x + 11, y + CELL - 41, 40, 44);
    pen.fillText(letter(role), x + 31, y + CELL - 8);
    pen.fillStyle = INK;
    pen.fillText(name, x + 26 + CELL / 2, y + CELL - 8, CELL - 80);
  });
}

/** Rings for the owls, rays for the ravens. */
function drawGround(pen: CanvasRenderingContext2D, party: Party, top: number, bottom: number, centre: number): void {
  const [plain, dark] = GROUNDS[party];
  pen.save();
  pen.beginPath();
  pen.rect(0, top, WIDTH, bottom - top);
  pen.clip();
  pen.fillStyle = plain;
  pen.fillRect(0, top, WIDTH, bottom - top);
  pen.fillStyle = pen.strokeStyle = dark;
  pen.lineWidth = 18;
  for (let step = 1; step < 25; step++) {
    pen.beginPath();
    if (party === 'L') {
      pen.arc(WIDTH / 2, centre, step * 54, 0, 2 * Math.PI);
      pen.stroke();
    } else {
      pen.moveTo(WIDTH / 2, centre);
      pen.arc(WIDTH / 2, centre, 2 * WIDTH, (step * Math.PI) / 12, (step * Math.PI) / 12 + 0.11);
      pen.fill();
    }
  }
  pen.restore();
}

/** The drawing with all it refers to written into it, since a picture knows neither the page's drawings nor its styles. */
async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '400');
  copy.setAttribute('height', '400');
  copy.setAttribute('stroke-linejoin', 'round');
  const paint = (part: string, style: string) => copy.querySelector(part)?.setAttribute('style', style);
  paint('.shade', 'fill: #0c0e14; opacity: 0.5; transform: translate(-7px, 8px)');
  paint('.rim', 'fill: #fbf5e6; stroke: #fbf5e6; stroke-width: 7');
  copy.insertAdjacentHTML('afterbegin', CLOTH);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}
