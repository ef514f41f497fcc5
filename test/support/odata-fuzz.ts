import type { TestApi } from "./api.ts";
import { callDirectly } from "./direct-call.ts";
import { createRequests } from "./odata-requests.ts";

/** Outcome of generated requests. */
export interface FuzzOutcome {
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests answered with 5xx other than 501, at most ten. */
  readonly broken: readonly string[];
}

const shownMax = 10;

/** Sends generated requests, half of them as a superuser, half as a user who sees hardly anything. */
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
