import { Button, Progress } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";

import { type Change, change } from "../api/call.ts";
import { readAnew } from "../api/changing.ts";
import type { Path } from "../api/odata.ts";
import { useText } from "../messages/text.ts";
import { Dialog } from "./dialog.tsx";
import { type Failure, FailureList } from "./failure-list.tsx";

/** One of several calls, with the name of its row. */
export interface EachCall {
  readonly key: string;
  readonly name: string;
  readonly call: Change;
}

interface EachDialogProps {
  readonly title: string;
  readonly explained: string;
  readonly action: string;
  readonly calls: readonly EachCall[];
  /** Paths that are read anew afterwards. */
  readonly sets: readonly Path[];
  progress(numbers: { readonly done: number; readonly count: number }): string;
  /** Receives the keys of the calls that were not answered as wanted. */
  close(left: readonly string[]): void;
}

/** A dialog that makes several calls, one after another. The user can stop it between two; it lists the refused ones. */
export function EachDialog({ title, explained, action, calls, sets, progress, close }: EachDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const titleId = useId();
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [state, setState] = useState<"asking" | "running" | "ended">("asking");
  const isStopped = useRef(false);
  const leave = () => {
    isStopped.current = true;
    void readAnew(client, ...sets);
    close(calls.map(({ key }) => key).filter((key) => !made.has(key)));
  };
  const makeAll = async () => {
    setState("running");
    for (const { key, name, call } of calls) {
      if (isStopped.current) return;
      try {
        await change(call);
        setMade((before) => new Set([...before, key]));
      } catch (error) {
        setFailures((before) => [...before, { key, name, error }]);
      }
    }
    setState("ended");
  };
  return (
    <Dialog
      title={title}
      titleId={titleId}
      explained={explained}
      footer={
        <>
          {state === "asking" ? <Button onClick={() => void makeAll()}>{action}</Button> : null}
          <Button variant={state === "ended" ? "primary" : "link"} onClick={leave}>
            {say(state === "running" ? "action.stop" : state === "ended" ? "action.close" : "action.cancel")}
          </Button>
        </>
      }
      close={leave}
    >
      {state === "asking" ? null : (
        <Progress
          aria-labelledby={titleId}
          value={made.size + failures.length}
          max={calls.length}
          label={progress({ done: made.size, count: calls.length })}
        />
      )}
      <FailureList failures={failures} />
    </Dialog>
  );
}
