/// <reference types="svelte" />
/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** "1": talk to the fake server inside the page. Development only. */
  readonly VITE_FAKE?: string;
}
