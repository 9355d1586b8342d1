// Short sounds, synthesised from plain waves; silent unless somebody switched them on.
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

const SOUNDS = {
  lay: [
    { from: 190, to: 80, length: 0.09, loud: 0.5, wave: "triangle" },
    { from: 1400, to: 500, length: 0.025, loud: 0.08, wave: "square" },
  ],
  turn: [{ from: 620, to: 880, length: 0.07, loud: 0.09 }],
  yours: [
    { from: 587, length: 0.14, loud: 0.16 },
    { from: 880, at: 0.12, length: 0.22, loud: 0.16 },
  ],
  count: [{ from: 440, length: 0.12, loud: 0.14, wave: "triangle" }],
  won: [
    { from: 523, length: 0.2, loud: 0.16 },
    { from: 659, at: 0.13, length: 0.2, loud: 0.16 },
    { from: 784, at: 0.26, length: 0.2, loud: 0.16 },
    { from: 1047, at: 0.39, length: 0.5, loud: 0.18 },
  ],
  wrong: [{ from: 180, to: 140, length: 0.14, loud: 0.2, wave: "triangle" }],
  said: [{ from: 740, to: 990, length: 0.09, loud: 0.1 }],
} satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

/** Play a sound, if sounds are on. */
export function playSound(sound: Sound): void {
  if (!prefs.sound || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of SOUNDS[sound] as readonly Tone[]) ring(context, tone);
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
  volume.gain.exponentialRampToValueAtTime(tone.loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  wave.connect(volume).connect(audio.destination);
  wave.start(begin);
  wave.stop(end);
}

/** Vibrate, if the device can. */
export function vibrate(milliseconds: number): void {
  if (document.visibilityState === "visible") navigator.vibrate?.(milliseconds);
}
