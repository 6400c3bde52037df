/** Look while holding: finger, mouse, or the space bar. Assistive technology, which can only click, gets a few seconds. */

import type { Attachment } from 'svelte/attachments';

const GLANCE = 6000;

export function hold(look: (open: boolean) => void): Attachment<HTMLElement> {
  return (node) => {
    let held = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function open() {
      held = true;
      clearTimeout(timer);
      look(true);
    }
    function close() {
      look(false);
    }
    function press(event: KeyboardEvent) {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat) open();
    }
    function release(event: KeyboardEvent) {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      held = false;
      close();
    }
    function click(event: MouseEvent) {
      if (held || event.detail > 0) {
        held = false;
        return;
      }
      look(true);
      timer = setTimeout(close, GLANCE);
    }
    const nothing = (event: Event) => event.preventDefault();

    node.addEventListener('pointerdown', open);
    for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) node.addEventListener(end, close);
    node.addEventListener('keydown', press);
    node.addEventListener('keyup', release);
    node.addEventListener('click', click);
    node.addEventListener('contextmenu', nothing);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointerdown', open);
      for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) node.removeEventListener(end, close);
      node.removeEventListener('keydown', press);
      node.removeEventListener('keyup', release);
      node.removeEventListener('click', click);
      node.removeEventListener('contextmenu', nothing);
    };
  };
}
