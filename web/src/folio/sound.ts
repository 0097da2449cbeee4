// Three sounds, made on the spot: a die on the table, guns far away, a bell. Off until wished for.
import { signal } from "@preact/signals";
import { remember, remembered } from "../core/storage";

export const sounds = signal(remembered<boolean>("sounds") === true);

export function setSounds(on: boolean): void {
  sounds.value = on;
  remember("sounds", on);
  if (on) play("turn");
}

let context: AudioContext | null = null;

/** A knock: noise that dies away, darker or brighter. */
function knock(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++) {
    wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3;
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + 0.7);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.75);
}

export function play(name: "die" | "combat" | "turn"): void {
  if (!sounds.peek() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  const now = audio.currentTime;
  if (name === "die") {
    for (const [after, loud] of [
      [0, 0.5],
      [0.11, 0.4],
      [0.19, 0.3],
      [0.25, 0.2],
    ] as const) {
      knock(audio, now + after, 0.05, 2600, loud);
    }
  } else if (name === "combat") {
    for (const after of [0, 0.14, 0.33]) knock(audio, now + after, 0.5, 110, 0.9);
  } else {
    tone(audio, now, 660);
    tone(audio, now + 0.16, 880);
  }
}
