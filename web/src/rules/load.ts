// Fetches the rules when a page first needs them: they are no part of the first load.
import moduleUrl from './rules.wasm?url';
import { RulesModule } from './module';
import { Rules } from './rules';

let loading: Promise<Rules> | null = null;

/** The rules, loaded once. A failed load is tried again by the next caller. */
export function loadRules(): Promise<Rules> {
  loading ??= RulesModule.load(fetch(moduleUrl)).then(
    (module) => new Rules(module),
    (failure: unknown) => {
      loading = null;
      throw failure;
    },
  );
  return loading;
}
