/** A picture of the end that one wants to send to the others: the birds, the names, the story. */

import type { Party, Role } from '../wire/messages';

const WIDTH = 1080;
const MARGIN = 64;
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
  pen.fillStyle = colour('--paper');
  pen.fillRect(0, 0, WIDTH, height);
  pen.strokeStyle = colour('--ink');
  pen.lineWidth = 8;
  pen.strokeRect(20, 20, WIDTH - 40, height - 40);
  pen.textAlign = 'center';
  pen.fillStyle = colour(winner === 'L' ? '--liberal' : '--fascist');
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
      pen.fillStyle = colour(role === 'L' ? '--liberal' : '--fascist');
      pen.font = `600 32px ${colour('--poster')}`;
      pen.fillText(`${name} · ${role}`, x + CELL / 2, y + CELL + 22, CELL - 12);
    }),
  );
  pen.fillStyle = colour('--ink');
  pen.font = `400 36px ${colour('--text')}`;
  story.forEach((line, index) => pen.fillText(line, WIDTH / 2, 260 + rows * (CELL + 70) + index * 58 + 10, WIDTH - 2 * MARGIN));
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** The drawing with its colours written into it, since a picture knows no style sheet. */
async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((part, index) => {
    const style = getComputedStyle(originals[index]!);
    for (const property of ['fill', 'stroke', 'stroke-width']) part.setAttribute(property, style.getPropertyValue(property));
    part.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '400');
  copy.setAttribute('height', '400');
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}
