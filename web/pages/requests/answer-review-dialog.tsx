import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { moveReviewsPath } from "../../api/move-reviews.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

interface AnswerReviewDialogProps {
  readonly reviewKey: string;
  readonly answer: "keep" | "end";
  /** Keys of the items. */
  readonly items: readonly string[];
  close(): void;
  /** Receives the success, after which the items are answered. */
  done(): void;
}

/** A dialog that keeps or ends items of the review of a person who has moved; the end of access needs a reason. */
export function AnswerReviewDialog({ reviewKey, answer, items, close, done }: AnswerReviewDialogProps) {
  const say = useText();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([moveReviewsPath, pathOf("grants")]);
  const text = reason.trim();
  const body = { answer, items, reason: text === "" ? null : text };
  return (
    <FormDialog
      title={say(`moveReviews.${answer}Chosen`, { count: items.length })}
      explained={say(`moveReviews.${answer}Explained`)}
      action={say(`moveReviews.${answer}Chosen`, { count: items.length })}
      isDanger={answer === "end"}
      isReady={answer === "keep" || text !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST moveReviews()/answer", { key: reviewKey, body }), { onSuccess: done })}
    >
      <FormField
        id="review-reason"
        label={say("moveReviews.reason")}
        input={{ is: "area" }}
        value={reason}
        fault={faultsIn(error).get("reason")}
        isRequired={answer === "end"}
        change={(value) => setReason(String(value))}
      />
    </FormDialog>
  );
}
