import 'virtual:palette.css';
import './styles/base.css';
import './styles/drawings.css';
import 'virtual:utilities/first.css';
import './drawings/sprite';
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
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => undefined);
  // Once the page is there, the worker fetches what the other screens need to open without a network.
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: true, engine: __STATIC__ }));
}
