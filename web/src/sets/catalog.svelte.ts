// The server's list of rules, fetched once, and its word on whole sets.
import { callErrorOf, type CallError } from '../api/error';
import type { Clients } from '../api/clients';
import { readLimits, repeat } from '../api/retry';
import type { CheckRuleSetResponse, RuleInfo } from '../gen/chess/rules/v1/rules_service_pb';

class Catalog {
  /** All rules; empty until they have come. */
  rules = $state.raw<readonly RuleInfo[]>([]);
  failure = $state.raw<CallError | null>(null);
  private loading: Promise<void> | null = null;
  private readonly verdicts = new Map<string, Promise<CheckRuleSetResponse | null>>();

  /** Fetches the list unless it is there. */
  load(clients: Clients): Promise<void> {
    if (this.rules.length > 0) return Promise.resolve();
    this.loading ??= this.fetch(clients).finally(() => (this.loading = null));
    return this.loading;
  }

  private async fetch(clients: Clients): Promise<void> {
    this.failure = null;
    try {
      this.rules = (await repeat(() => clients.rules.listRules({}), readLimits)).rules;
    } catch (thrown) {
      this.failure = callErrorOf(thrown);
    }
  }

  find(key: string): RuleInfo | undefined {
    return this.rules.find((rule) => rule.key === key);
  }

  /** What the server says of a whole set; null: it cannot be asked now. */
  check(clients: Clients, name: string): Promise<CheckRuleSetResponse | null> {
    let verdict = this.verdicts.get(name);
    if (!verdict) {
      const call = () => clients.rules.checkRuleSet({ ruleSet: name });
      verdict = repeat(call, readLimits).catch(() => {
        this.verdicts.delete(name);
        return null;
      });
      this.verdicts.set(name, verdict);
    }
    return verdict;
  }
}

export const catalog = new Catalog();
