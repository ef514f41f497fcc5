import { call } from "../../api/call.ts";
import type { RequestBatch } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { ThroughResult } from "./through-result.tsx";
import { useThroughBatch } from "./use-through-batch.ts";

interface CancelDialogProps {
  readonly batch: RequestBatch;
  close(): void;
}

/** A dialog that cancels a batch: what is not submitted yet, and the requests of which nothing has begun. */
export function CancelDialog({ batch, close }: CancelDialogProps) {
  const say = useText();
  const { through, error, isPending, start } = useThroughBatch((after) =>
    call("POST requestBatches()/cancel", { key: batch.key, body: { after } }),
  );
  const isOver = through?.isOver === true;
  return (
    <FormDialog
      title={say("batch.cancel")}
      of={batch.templateName}
      explained={say("batch.cancelExplained")}
      action={say(isOver ? "action.close" : "batch.cancel")}
      cancel={say("action.close")}
      isDanger={!isOver}
      isPending={isPending}
      error={error}
      send={() => (isOver ? close() : void start())}
      close={close}
    >
      <ThroughResult through={through} />
    </FormDialog>
  );
}
