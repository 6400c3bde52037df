/** Look while holding: finger, mouse, or the space bar. Assistive technology, which can only click, gets a few seconds. */

import type { Attachment } from 'svelte/attachments';

const GLANCE = 6000;

export function hold(look: (open: boolean) => void): Attachment<HTMLElement> {
  return (node) => {
    let held = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const gone = new AbortController();
    const on = (names: string, hear: (event: never) => void) => {
      for (const name of names.split(' ')) node.addEventListener(name, hear as EventListener, gone);
    };

    function open() {
      held = true;
      clearTimeout(timer);
      look(true);
    }
    const close = () => look(false);
    /** Whether it is a key that presses a button; the button itself hears nothing of it. */
    function presses(event: KeyboardEvent): boolean {
      if (event.key !== ' ' && event.key !== 'Enter') return false;
      event.preventDefault();
      return true;
    }

    on('pointerdown', open);
    on('pointerup pointercancel pointerleave blur', close);
    on('keydown', (event: KeyboardEvent) => presses(event) && !event.repeat && open());
    on('keyup', (event: KeyboardEvent) => {
      if (!presses(event)) return;
      held = false;
      close();
    });
    on('click', ({ detail }: MouseEvent) => {
      if (!held && !detail) {
        look(true);
        timer = setTimeout(close, GLANCE);
      }
      held = false;
    });
    on('contextmenu', (event: Event) => event.preventDefault());
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  };
}
