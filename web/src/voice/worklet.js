/* global AudioWorkletProcessor, registerProcessor */
/** Hands over what the microphone hears, in pieces as long as a frame. */

const LENGTH = 2880;

class Microphone extends AudioWorkletProcessor {
  #piece = new Float32Array(LENGTH);
  #filled = 0;

  process([[samples]]) {
    if (!samples) return true;
    for (let at = 0; at < samples.length;) {
      const taken = Math.min(samples.length - at, LENGTH - this.#filled);
      this.#piece.set(samples.subarray(at, at + taken), this.#filled);
      at += taken;
      this.#filled += taken;
      if (this.#filled < LENGTH) continue;
      this.port.postMessage(this.#piece, [this.#piece.buffer]);
      this.#piece = new Float32Array(LENGTH);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('microphone', Microphone);
