// A picture of a finished match to give away: the final table, the names, the result and the link.
import { palettes } from "../wire/facts.json";
import { listed, readCard, type Colour } from "./cards";
import { boxOf, heightOf, readCell, widthOf } from "./cells";
import { HALF_WIDTH, pips, ROUNDING, shape } from "./pips";

export interface Shared {
  readonly stacks: Readonly<Record<string, string>>;
  /** The cells of the row that won. */
  readonly lit: readonly string[];
  readonly sides: readonly { name: string; colours: readonly Colour[]; wins: number }[];
  readonly result: string;
  readonly link: string;
}

export const WIDTH = 1080;
export const HEIGHT = 1350;

const { ground, table, ink, cards } = palettes.light;
const MARGIN = 64;
const FONT = `font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"`;
/** How wide a letter is, as a share of its height: a little more than most are. */
const LETTER = 0.56;
const CARD = 100;
/** The table between the words above and below it. */
const TOP = 400;
const SIDE = 760;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Break a text into lines of about so many letters. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line of text that never leaves its room. */
function line(text: string, x: number, y: number, size: number, room: number, more = ""): string {
  const fitting = Math.min(size, room / (LETTER * Math.max(1, [...text].length)));
  return `<text x="${x}" y="${y}" font-size="${fitting.toFixed(1)}" fill="${ink}" ${FONT} ${more}>${escaped(text)}</text>`;
}

function drawCard(name: string, x: number, y: number, isLit: boolean, isDimmed: boolean): string {
  const { colour, value } = readCard(name);
  const { face, dot } = cards[colour];
  const ring = isLit
    ? `<rect x="-1" y="-1" width="102" height="102" rx="18" fill="none" stroke="${ink}" stroke-width="6"/>`
    : "";
  return (
    `<g transform="translate(${x} ${y})" ${isDimmed ? 'opacity="0.45"' : ""}>` +
    `<rect x="4" y="4" width="92" height="92" rx="14" fill="${face}"/>` +
    `<rect x="8" y="8" width="84" height="84" rx="11" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="1.6"/>` +
    `<path d="${pips(colour, value)}" fill="${dot}" stroke="${dot}" stroke-width="${ROUNDING}" stroke-linejoin="round" transform="translate(50 50) scale(${46 / HALF_WIDTH})"/>` +
    `${ring}</g>`
  );
}

/** The table as it lay at the end, as large as its place allows. */
function drawTable({ stacks, lit }: Shared): string {
  const box = boxOf(Object.keys(stacks));
  const panel = `<rect x="${(WIDTH - SIDE) / 2 - 40}" y="${TOP - 20}" width="${SIDE + 80}" height="${SIDE + 40}" rx="40" fill="${table}"/>`;
  if (!box) return panel;
  const across = Math.max(widthOf(box), heightOf(box), 4);
  const scale = SIDE / (across * CARD);
  const left = (WIDTH - widthOf(box) * CARD * scale) / 2;
  const top = TOP + (SIDE - heightOf(box) * CARD * scale) / 2;
  const order = Object.keys(stacks).sort((a, b) => lit.indexOf(a) - lit.indexOf(b));
  const drawn = order.map((cell) => {
    const { column, row } = readCell(cell);
    const [x, y] = [(column - box.left) * CARD, (box.top - row) * CARD];
    const card = listed(stacks[cell] ?? "").at(-1)!;
    return drawCard(card, x, y, lit.includes(cell), lit.length > 0 && !lit.includes(cell));
  });
  return `${panel}<g transform="translate(${left} ${top}) scale(${scale})">${drawn.join("")}</g>`;
}

/** Each side with its colours, its name and the rounds it has won. */
function drawSides({ sides }: Shared): string {
  const [columns, height] = [2, 62];
  const room = (WIDTH - 2 * MARGIN) / columns;
  const y = TOP - 60 - height * (Math.ceil(sides.length / columns) - 1);
  return sides
    .map(({ name, colours, wins }, place) => {
      const [x, down] = [
        MARGIN + room * (place % columns),
        y + height * Math.floor(place / columns),
      ];
      const marks = colours.map((colour, index) => {
        const fill = cards[colour].face;
        return `<path d="${shape(colour)}" fill="${fill}" transform="translate(${x + 18 + 40 * index} ${down - 12}) scale(1.9)"/>`;
      });
      const begin = x + 40 * colours.length + 8;
      return marks.join("") + line(`${name}  ${wins}`, begin, down, 36, x + room - begin - 12);
    })
    .join("");
}

/** The whole picture as SVG. */
export function sharePicture(shared: Shared): string {
  const lines = wrapped(shared.result, 30).slice(0, 2);
  const result = lines.map((text, place) =>
    line(text, MARGIN, 178 + 66 * place, 58, WIDTH - 2 * MARGIN, 'font-weight="700"'),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<title>${escaped(shared.result)}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>` +
    `<text x="${MARGIN}" y="96" font-size="44" font-weight="700" fill="${ink}" ${FONT}>Punto<tspan fill="${cards.R.face}">•</tspan></text>` +
    result.join("") +
    drawSides(shared) +
    drawTable(shared) +
    line(shared.link, WIDTH / 2, HEIGHT - 76, 30, WIDTH - 2 * MARGIN, 'text-anchor="middle"') +
    "</svg>"
  );
}

/** The address of a picture that an image can show under the page's security policy. */
export const pictureAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Paint the picture, for programs that do not know SVG. */
export async function painted(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = pictureAddress(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")!.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png");
  });
}
