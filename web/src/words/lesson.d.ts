declare module '*.json?lesson' {
  const words: Record<string, string>;
  export default words;
}
