import { mount } from 'svelte';
import { gatewayTransport } from './api/clients';
import { startApp } from './app';
import App from './App.svelte';
import { i18n } from './i18n/i18n.svelte';
import { router } from './router.svelte';
import { preferences } from './session/preferences.svelte';
import { session } from './session/session.svelte';
import './style.css';

async function start(): Promise<void> {
  preferences.start();
  await i18n.use(preferences.language);
  router.start();
  if (import.meta.env.VITE_FAKE) {
    // Development only: a server inside the page. The build leaves this branch out.
    const { fakeTransport } = await import('./dev/fake_server');
    startApp(fakeTransport(), false);
  } else {
    startApp(
      gatewayTransport(
        location.origin,
        () => session.token(),
        (error) => session.refused(error),
      ),
      true,
    );
  }
  mount(App, { target: document.body });
}

void start();
