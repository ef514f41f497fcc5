import type { TestApi } from "./api.ts";
import { callDirectly } from "./direct-call.ts";
import { createRequests } from "./odata-requests.ts";

/** What became of generated requests. */
export interface FuzzOutcome {
  /** How many had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Those that were answered 5xx other than 501, as far as they are shown. */
  readonly broken: readonly string[];
}

const shownMax = 10;

/** Sends generated requests, half of them as a superuser, half as somebody who sees hardly anything. */
export async function sendGenerated(
  api: TestApi,
  { seed, requests }: { seed: number; requests: number },
): Promise<FuzzOutcome> {
  const statuses = new Map<number, number>();
  const broken: string[] = [];
  for (const [index, user] of (["root", "ada"] as const).entries()) {
    const next = createRequests(seed + index, `Bearer ${await api.tokenOf(user)}`);
    for (let count = 0; count < requests / 2; count += 1) {
      const call = next();
      const { status, text } = await callDirectly(api.listener, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isBroken = status >= 500 && status !== 501;
      if (isBroken && broken.length < shownMax)
        broken.push(`${status} ${call.method} ${call.url} ${call.body ?? ""} ${text}`);
    }
  }
  return { statuses, broken };
}
