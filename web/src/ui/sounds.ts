// Gentle sounds, synthesised here from plain waves, and short vibrations. Both are on until somebody
// switches them off, but browsers allow neither before the first tap or key.
import { prefs } from "../prefs.svelte";

interface Tone {
  /** In hertz, at the start and at the end. */
  readonly from: number;
  readonly to?: number;
  /** Seconds. */
  readonly at?: number;
  readonly length: number;
  readonly loud: number;
  readonly wave?: OscillatorType;
}

/** A soft bell: a tone with its octave, quieter and shorter. */
const bell = (from: number, at: number, length: number, loud: number): Tone[] => [
  { from, at, length, loud },
  { from: 2 * from, at, length: length / 2, loud: loud / 4 },
];

const SOUNDS = {
  // A card that meets felt: a low knock with a breath of paper.
  lay: [
    { from: 170, to: 75, length: 0.1, loud: 0.42, wave: "triangle" },
    { from: 900, to: 380, length: 0.03, loud: 0.05, wave: "triangle" },
  ],
  turn: [{ from: 620, to: 880, length: 0.07, loud: 0.07 }],
  yours: [...bell(587, 0, 0.2, 0.1), ...bell(880, 0.13, 0.32, 0.1)],
  count: [{ from: 440, length: 0.12, loud: 0.1, wave: "triangle" }],
  // Upwards into the open fifth, and a last bell above.
  won: [
    ...bell(523, 0, 0.28, 0.11),
    ...bell(659, 0.13, 0.28, 0.11),
    ...bell(784, 0.26, 0.3, 0.11),
    ...bell(1047, 0.41, 0.7, 0.13),
  ],
  // Two steps down, low and friendly: no reason to be sad for long.
  lost: [...bell(440, 0, 0.3, 0.09), ...bell(392, 0.2, 0.3, 0.08), ...bell(330, 0.4, 0.6, 0.08)],
  // Nobody won.
  even: [...bell(494, 0, 0.28, 0.09), ...bell(494, 0.24, 0.45, 0.08)],
  wrong: [{ from: 180, to: 140, length: 0.14, loud: 0.15, wave: "triangle" }],
  said: [{ from: 740, to: 990, length: 0.09, loud: 0.08 }],
  // The last seconds of a clock.
  tick: [{ from: 1200, to: 900, length: 0.04, loud: 0.1, wave: "triangle" }],
} satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof SOUNDS;

/** An idle audio device is given back after this time, which spares batteries. */
const IDLE_MS = 4000;

let context: AudioContext | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** Whether somebody has touched this page: before that, browsers refuse sounds and vibrations. */
function isAllowed(): boolean {
  const { userActivation } = navigator as { userActivation?: { hasBeenActive: boolean } };
  return userActivation?.hasBeenActive ?? true;
}

/** Play a sound, if sounds are on. */
export function playSound(sound: Sound): void {
  if (!prefs.sound || !isAllowed() || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume();
  for (const tone of SOUNDS[sound] as readonly Tone[]) ring(audio, tone);
  clearTimeout(idle);
  idle = setTimeout(() => void audio.suspend(), IDLE_MS);
}

function ring(audio: AudioContext, tone: Tone): void {
  const begin = audio.currentTime + (tone.at ?? 0);
  const end = begin + tone.length;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = tone.wave ?? "sine";
  wave.frequency.setValueAtTime(tone.from, begin);
  wave.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, end);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(tone.loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  wave.connect(volume).connect(audio.destination);
  wave.start(begin);
  wave.stop(end);
}

/** Whether this device can vibrate. */
export const canVibrate = (): boolean => "vibrate" in navigator;

/** Vibrate, if the device can and may: for so many milliseconds, then a pause, and so on. */
export function vibrate(...milliseconds: number[]): void {
  if (!prefs.vibration || !canVibrate() || !isAllowed()) return;
  if (document.visibilityState === "visible") navigator.vibrate(milliseconds);
}
