import { pino } from "pino";
import type { TimeStats } from "@/lib/contract/call-stats";
import { toTimestamp } from "@/lib/contract/time";
import { Deliverer } from "@/service/background/alerts/deliverer";
import { Evaluator } from "@/service/background/alerts/evaluator";
import type { Statistics } from "@/service/background/alerts/measure";
import { WebhookClient } from "@/service/background/alerts/webhook";
import { Quarantine } from "@/service/background/leases/quarantine";
import { timeStats } from "@/service/costs/call-stats";
import { Secrets } from "@/service/secrets/secrets";
import { TEST_SECRET } from "@/service/http/routes/test-service";
import type { Store } from "@/service/store/store";

const silent = pino({ enabled: false });
const never = new AbortController().signal;

/** For tests: what evaluates alerts and sends notifications, with a clock that the test sets. */
export class TestAlerts {
  /** Milliseconds since 1970. */
  time: number;
  readonly client = new WebhookClient({ publicOnly: false });
  readonly outcomes: string[] = [];
  readonly evaluated: string[] = [];
  readonly #store: () => Store;

  constructor(store: () => Store, time: string) {
    this.#store = store;
    this.time = Date.parse(time);
  }

  get now(): string {
    return toTimestamp(this.time);
  }

  /** The service's store, but with this clock. */
  get store(): Store {
    return { ...this.#store(), alertTime: async () => this.now };
  }

  evaluator(statistics: Statistics = this.statistics): Evaluator {
    return new Evaluator({
      store: this.store,
      holder: "test",
      quarantine: new Quarantine(),
      statistics,
      now: async () => this.now,
      logger: silent,
      onEvaluated: (state) => this.evaluated.push(state),
    });
  }

  deliverer(): Deliverer {
    return new Deliverer({
      store: this.store,
      client: this.client,
      secrets: new Secrets({ current: TEST_SECRET }),
      now: async () => this.now,
      logger: silent,
      onAttempt: (outcome) => this.outcomes.push(outcome),
    });
  }

  readonly statistics: Statistics = async (query): Promise<TimeStats> => timeStats(this.#store(), query, this.now);

  async evaluate(): Promise<void> {
    await this.evaluator().evaluateDue(never);
  }

  /** Makes every attempt that is due. */
  async deliver(): Promise<void> {
    const deliverer = this.deliverer();
    await deliverer.deliverDue(never);
    await deliverer.finish();
  }
}
