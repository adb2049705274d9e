/** Sounds made on the spot by WebAudio; off until a person turns them on. */
import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** [frequency, start, length] of each tone, and the wave. @type {Record<string, {wave: OscillatorType, tones: number[][]}>} */
const SOUNDS = {
  move: { wave: "triangle", tones: [[330, 0, 0.07]] },
  capture: { wave: "triangle", tones: [[294, 0, 0.06], [196, 0.06, 0.1]] },
  promotion: { wave: "sine", tones: [[523, 0, 0.1], [659, 0.08, 0.1], [784, 0.16, 0.18]] },
  turn: { wave: "sine", tones: [[587, 0, 0.12], [784, 0.12, 0.22]] },
  refused: { wave: "square", tones: [[140, 0, 0.12]] },
  won: { wave: "sine", tones: [[523, 0, 0.15], [659, 0.13, 0.15], [784, 0.26, 0.15], [1047, 0.39, 0.4]] },
  over: { wave: "sine", tones: [[392, 0, 0.2], [330, 0.18, 0.35]] },
};

/** @param {string} name */
export function playSound(name) {
  if (setting("sound") !== "on" || !SOUNDS[name]) return;
  audio ??= new AudioContext();
  const { wave, tones } = SOUNDS[name];
  for (const [frequency, start, length] of tones) tone(audio, wave, frequency, audio.currentTime + start, length);
}

/** @param {AudioContext} to @param {OscillatorType} wave @param {number} frequency @param {number} at @param {number} length */
function tone(to, wave, frequency, at, length) {
  const oscillator = new OscillatorNode(to, { type: wave, frequency });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(wave === "square" ? 0.05 : 0.16, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(volume).connect(to.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}
