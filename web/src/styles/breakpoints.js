/** The sizes of screens where a layout changes, named in styles (`@media (--desktop)`) and classes (`desktop:p-4`). */
export const BREAKPOINTS = {
  narrow: '(max-width: 23.5rem)',
  small: '(max-width: 30rem)',
  roomy: '(min-width: 40rem)',
  'below-roomy': '(max-width: 40rem)',
  wide: '(min-width: 60rem)',
  desktop: '(min-width: 64rem)',
  'below-desktop': '(max-width: 63.99rem)',
  short: '(max-height: 30rem)',
  sideways: '(max-width: 63.99rem) and (orientation: landscape) and (max-height: 30rem)',
  broad: '(min-aspect-ratio: 1)',
};

/** A preprocessor of Svelte that writes the sizes for their names. */
export const breakpoints = {
  style: ({ content }) => ({
    code: content.replace(/@media \(--([\w-]+)\)/g, (_, name) => {
      if (!(name in BREAKPOINTS)) throw new Error(`there is no breakpoint ${name}`);
      return `@media ${BREAKPOINTS[name]}`;
    }),
  }),
};
