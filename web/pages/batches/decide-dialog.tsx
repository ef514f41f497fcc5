import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import type { RequestBatch } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { readAll } from "../../api/read.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { ThroughResult } from "./through-result.tsx";
import { useThroughBatch } from "./use-through-batch.ts";

interface DecideDialogProps {
  readonly batch: RequestBatch;
  readonly decision: "approve" | "deny";
  close(): void;
}

const phaseFirst = 1;

/** A dialog that decides about all requests of a batch in whose open phase the user is asked, except those that are excepted. */
export function DecideDialog({ batch, decision, close }: DecideDialogProps) {
  const say = useText();
  const [phase, setPhase] = useState<number | null>(phaseFirst);
  const [comment, setComment] = useState("");
  const [excepted, setExcepted] = useState<ReadonlySet<string>>(new Set());
  const { data: members = [] } = useQuery({
    queryKey: [pathOf("requestBatches()/members", batch.key), "submitted"],
    queryFn: ({ signal }) => {
      const options = { filter: "state eq 'submitted'", expand: "recipient", orderby: "sequence" };
      return readAll(pathOf("requestBatches()/members", batch.key), options, signal);
    },
  });
  const { through, error, isPending, start } = useThroughBatch((after) =>
    call("POST requestBatches()/decide", {
      key: batch.key,
      body: {
        phase: phase ?? phaseFirst,
        decision,
        comment: comment.trim() === "" ? null : comment.trim(),
        except: [...excepted],
        after,
      },
    }),
  );
  const toggled = (key: string, isExcepted: boolean) => {
    const next = new Set(excepted);
    if (isExcepted) next.add(key);
    else next.delete(key);
    setExcepted(next);
  };
  const isOver = through?.isOver === true;
  return (
    <FormDialog
      title={say(`batch.${decision}`)}
      of={batch.templateName}
      explained={say("batch.decideExplained")}
      action={say(isOver ? "action.close" : `batch.${decision}`)}
      cancel={say("action.close")}
      isDanger={decision === "deny" && !isOver}
      isReady={phase !== null}
      isPending={isPending}
      error={error}
      send={() => (isOver ? close() : void start())}
      close={close}
    >
      <FormField
        id="phase"
        label={say("batch.phase")}
        input={{ is: "number", min: phaseFirst }}
        isRequired
        value={phase}
        change={(entered) => setPhase(typeof entered === "number" ? entered : null)}
      />
      <TextField id="comment" label={say("batch.comment")} rows={2} value={comment} change={setComment} />
      <fieldset>
        <legend>{say("batch.except")}</legend>
        {members.map(({ requestKey, recipient, recipientKey }) =>
          requestKey === null ? null : (
            <FormField
              key={requestKey}
              id={`except-${requestKey}`}
              label={recipient?.displayName ?? recipient?.id ?? recipientKey}
              input={{ is: "flag" }}
              value={excepted.has(requestKey)}
              change={(isExcepted) => toggled(requestKey, isExcepted === true)}
            />
          ),
        )}
      </fieldset>
      <ThroughResult through={through} />
    </FormDialog>
  );
}
