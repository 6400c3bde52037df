/** The second tap of a double tap must not reach what has just appeared under the finger. */

import type { Attachment } from 'svelte/attachments';

const BREATH = 300;

export const afterTap: Attachment<HTMLElement> = (node) => {
  node.inert = true;
  const timer = setTimeout(() => (node.inert = false), BREATH);
  return () => clearTimeout(timer);
};
