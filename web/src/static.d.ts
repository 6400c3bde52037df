/** Whether this is the page for a static host, which has no server behind it; the build says so. */
declare const __STATIC__: boolean;

/** The English sentences that one part of the page alone says. */
declare module 'catalogue:*' {
  const words: Record<string, string>;
  export default words;
}
