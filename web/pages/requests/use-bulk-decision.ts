import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { Request } from "../../api/model.ts";
import { address } from "../../api/odata.ts";
import { withActions } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { read } from "../../api/read.ts";
import { canDo, requestsPath } from "../../api/requests.ts";
import type { Failure } from "../../components/failure-list.tsx";
import { expectationOf } from "./expectation.ts";

const askedAtOnce = 50;

/** State of the bulk decision: asks for a comment, decides, has decided, withdraws decisions, has ended. */
type BulkState = "asking" | "deciding" | "decided" | "takingBack" | "ended";

/** A decision that was made, and the phase that it belongs to. */
interface Made {
  readonly request: Request;
  readonly phase: number;
}

const none: readonly Made[] = [];

/**
 * Decides requests one after another, each as it was read, and withdraws the decisions that can be withdrawn. Both can be stopped between
 * two requests.
 */
export function useBulkDecision(requests: readonly Request[], decision: "approve" | "deny") {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>("asking");
  const [made, setMade] = useState(none);
  const [takeable, setTakeable] = useState(none);
  const [takenBack, setTakenBack] = useState(none);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const isStopped = useRef(false);
  const readRequests = () => void readAnew(client, requestsPath);
  const noteFailure = ({ key, number }: Request, error: unknown) =>
    setFailures((before) => [...before, { key, name: number, error }]);
  return {
    state,
    made,
    takeable,
    takenBack,
    failures,
    left: requests.filter(
      ({ key }) =>
        !made.some(({ request }) => request.key === key) || takenBack.some(({ request }) => request.key === key),
    ),
    stop() {
      isStopped.current = true;
      readRequests();
    },
    async decideAll(comment: string) {
      setState("deciding");
      const all: Made[] = [];
      for (const request of requests) {
        if (isStopped.current) return;
        try {
          all.push({
            request,
            phase: await decideOne(request, decision, comment),
          });
          setMade([...all]);
        } catch (error) {
          noteFailure(request, error);
        }
      }
      readRequests();
      setTakeable(await whatCanBeTakenBack(all));
      setState("decided");
    },
    async takeAllBack() {
      setState("takingBack");
      setFailures([]);
      for (const one of takeable) {
        if (isStopped.current) return;
        try {
          await change(call("POST requests()/unapprove", { key: one.request.key, body: { phase: one.phase } }));
          setTakenBack((before) => [...before, one]);
        } catch (error) {
          noteFailure(one.request, error);
        }
      }
      readRequests();
      setState("ended");
    },
  };
}

/** Decides a request if its content is as it was read; returns the number of the phase. */
async function decideOne(request: Request, decision: "approve" | "deny", comment: string): Promise<number> {
  const { key } = request;
  const { phase } = await read(pathOf("requests()/explain", key));
  const sequence = phase?.sequence ?? 1;
  const said = { phase: sequence, decision, expect: expectationOf(request) };
  await change(call("POST requests()/decide", { key, body: { ...said, ...(comment !== "" && { comment }) } }));
  return sequence;
}

/** Returns the decisions that can be withdrawn: none whose phase has ended by it, and none at all if the service does not answer. */
async function whatCanBeTakenBack(made: readonly Made[]): Promise<readonly Made[]> {
  try {
    const keys = await takenBackFrom(made.map(({ request }) => request.key));
    return made.filter(({ request }) => keys.has(request.key));
  } catch {
    // The page of each request offers the withdrawal too.
    return none;
  }
}

/** Returns the keys of the requests whose decision the reader can withdraw. */
async function takenBackFrom(keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += askedAtOnce) {
    const filter = `key in (${keys.slice(from, from + askedAtOnce).join(",")})`;
    const options = { filter, select: withActions(["unapprove"]), top: askedAtOnce };
    const { value } = await read(address(requestsPath, options));
    for (const request of value) if (canDo(request, "unapprove")) found.add(request.key);
  }
  return found;
}
