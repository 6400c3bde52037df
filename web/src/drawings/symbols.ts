/** The drawings of src/secret_hitler/drawings, which the printed cards use too: what is inside each symbol, by its name. */

export function symbols(svg: string): Record<string, string> {
  return Object.fromEntries([...svg.matchAll(/<symbol id="([\w-]+)"[^>]*>([^]*?)<\/symbol>/g)].map(([, name, inside]) => [name, inside]));
}
