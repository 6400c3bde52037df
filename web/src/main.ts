import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/drawings.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { dress } from './settings/dress';
import { learnLanguage } from './words/speak.svelte';
import { settings } from './settings/settings.svelte';

dress();
// English is already here; nobody should wait for a promise of it.
if (settings.language !== 'en') await learnLanguage(settings.language);
mount(App, { target: document.getElementById('page')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // What this page has loaded, before and after the worker took over, is what it needs to open without a network.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const keep = (files: PerformanceEntryList) => active?.postMessage({ keep: files.map((file) => file.name) });
    new PerformanceObserver((seen) => keep(seen.getEntries())).observe({ type: 'resource', buffered: true });
  });
}
