import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type Change, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { SkippedRequest } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { batchesPath } from "../../api/templates.ts";

/** Answer to a call about some requests of a batch. */
interface Part {
  readonly done: number;
  readonly skipped: readonly SkippedRequest[];
  readonly next: string | null;
}

/** Result of going through a batch so far. */
export interface Through {
  readonly done: number;
  readonly skipped: readonly SkippedRequest[];
  readonly isOver: boolean;
}

/** Calls an action of a batch until it has been through all requests, and adds up its answers. */
export function useThroughBatch(callAfter: (after: string | null) => Change<Part>) {
  const client = useQueryClient();
  const [through, setThrough] = useState<Through>();
  const [error, setError] = useState<unknown>();
  const start = async () => {
    let sofar: Through = { done: 0, skipped: [], isOver: false };
    let after: string | null = null;
    setError(undefined);
    try {
      do {
        setThrough(sofar);
        const part: Part = await change(callAfter(after));
        sofar = { done: sofar.done + part.done, skipped: [...sofar.skipped, ...part.skipped], isOver: false };
        after = part.next;
      } while (after !== null);
      setThrough({ ...sofar, isOver: true });
    } catch (cause) {
      setThrough(undefined);
      setError(cause);
    }
    await readAnew(client, batchesPath, requestsPath);
  };
  return { through, error, isPending: through !== undefined && !through.isOver, start };
}
