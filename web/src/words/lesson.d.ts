declare module '*.json?lesson' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?people' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?review' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?mine' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?operator' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?paper' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?engine' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?settings' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?pass' {
  const words: Record<string, string>;
  export default words;
}

declare module '*.json?bots' {
  const words: Record<string, string>;
  export default words;
}
