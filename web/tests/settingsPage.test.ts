import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import Settings from '../src/screens/Settings.svelte';
import { settings } from '../src/settings/settings.svelte';

it('applies a choice at once and remembers it', () => {
  const page = mount(Settings, { target: document.body });
  flushSync();
  const kept = () => JSON.parse(localStorage.getItem('settings')!);
  document.querySelector<HTMLInputElement>('input[aria-label="Fast"]')!.click();
  document.querySelector<HTMLInputElement>('input[aria-label="Dark"]')!.click();
  expect([kept().speed, kept().scheme, document.documentElement.dataset.scheme]).toEqual(['fast', 'dark', 'dark']);
  const quieter = document.querySelector<HTMLButtonElement>('button[aria-label="Quieter"]')!;
  for (let peg = 0; peg < 10; peg++) quieter.click();
  expect([settings.sound, settings.volume]).toEqual([false, 0]);
  document.querySelector<HTMLButtonElement>('button[aria-label="Louder"]')!.click();
  expect([settings.sound, settings.volume]).toEqual([true, 0.1]);
  void unmount(page);
});
