import LANGUAGES from '../../../src/secret_hitler/words/languages.json';

export { LANGUAGES };
export type Language = keyof typeof LANGUAGES;

export function preferredLanguage(wishes: readonly string[] = navigator.languages ?? []): Language {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
