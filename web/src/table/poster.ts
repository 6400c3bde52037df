/** A picture of the end that one wants to send to the others: the birds, the names, the story. */

import { DEFS } from '../drawings/sprite';
import type { Party, Role } from '../wire/messages';

const WIDTH = 1080;
const MARGIN = 64;
/** Printed on both grounds. */
const PAPER = '#f4ead5';
const CELL = (WIDTH - 2 * MARGIN) / 5;

export async function drawPoster(
  drawn: HTMLElement,
  title: string,
  winner: Party,
  story: string[],
  players: { name: string; role: Role }[],
): Promise<Blob> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const rows = Math.ceil(players.length / 5);
  const height = 260 + rows * (CELL + 70) + story.length * 58 + MARGIN;
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height });
  const pen = canvas.getContext('2d')!;
  drawGround(pen, winner, height);
  pen.textAlign = 'center';
  pen.fillStyle = PAPER;
  pen.font = `700 110px ${colour('--poster')}`;
  pen.fillText(title.toLocaleUpperCase(document.documentElement.lang), WIDTH / 2, 170, WIDTH - 2 * MARGIN);

  const birds = [...drawn.querySelectorAll('svg')];
  await Promise.all(
    players.map(async ({ name, role }, index) => {
      const inRow = Math.min(5, players.length - 5 * Math.floor(index / 5));
      const x = (WIDTH - inRow * CELL) / 2 + (index % 5) * CELL;
      const y = 220 + Math.floor(index / 5) * (CELL + 70);
      const bird = birds[index];
      if (bird) pen.drawImage(await pictureOf(bird), x + 10, y, CELL - 20, CELL - 20);
      pen.fillStyle = PAPER;
      pen.font = `600 32px ${colour('--poster')}`;
      pen.fillText(`${name} · ${role}`, x + CELL / 2, y + CELL + 22, CELL - 12);
    }),
  );
  pen.fillStyle = PAPER;
  pen.font = `400 36px ${colour('--text')}`;
  story.forEach((line, index) => pen.fillText(line, WIDTH / 2, 260 + rows * (CELL + 70) + index * 58 + 10, WIDTH - 2 * MARGIN));
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** Rings for the owls, rays for the ravens. */
function drawGround(pen: CanvasRenderingContext2D, winner: Party, height: number): void {
  const [plain, dark] = winner === 'L' ? ['#17606c', '#0e434c'] : ['#9e2d26', '#6f1a16'];
  pen.fillStyle = plain;
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = pen.strokeStyle = dark;
  pen.lineWidth = 18;
  for (let step = 1; step < 24; step++) {
    pen.beginPath();
    if (winner === 'L') {
      pen.arc(WIDTH / 2, height * 0.55, step * 54, 0, 2 * Math.PI);
      pen.stroke();
    } else {
      pen.moveTo(WIDTH / 2, height * 0.6);
      pen.arc(WIDTH / 2, height * 0.6, 2 * height, (step * Math.PI) / 12, (step * Math.PI) / 12 + 0.11);
      pen.fill();
    }
  }
}

/** The drawing with all it refers to written into it, since a picture knows neither the page's drawings nor its styles. */
async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '400');
  copy.setAttribute('height', '400');
  copy.setAttribute('stroke-linejoin', 'round');
  const paint = (part: string, style: string) => copy.querySelector(part)?.setAttribute('style', style);
  paint('.shade', '--k: #0c0e14; opacity: 0.5; transform: translate(-7px, 8px)');
  paint('.rim', '--k: #fbf5e6; stroke: #fbf5e6; stroke-width: 7');
  copy.insertAdjacentHTML('afterbegin', `<defs>${DEFS}</defs>`);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}
