import { ActionGroup, Button, Form } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useUnsaved } from "../base/unsaved.ts";
import { ErrorAlert } from "../components/error-alert.tsx";
import { Notice } from "../components/notice.tsx";
import { useText } from "../messages/text.ts";
import type { Editing } from "./use-editing.ts";

interface EditFormProps {
  readonly editing: Pick<
    Editing<object>,
    "isChanged" | "isPending" | "isSaved" | "isStale" | "error" | "discard" | "renew"
  >;
  readonly children: ReactNode;
  /** True if the reader may not save the form. */
  readonly isReadOnly?: boolean;
  save(): void;
}

/** A form that edits a row. Enter or the button saves it; errors stand beside the button. */
export function EditForm({ editing, children, isReadOnly = false, save }: EditFormProps) {
  const say = useText();
  const { isChanged, isPending, isSaved, isStale, error, discard, renew } = editing;
  useUnsaved(isChanged && !isPending && !isReadOnly);
  return (
    <Form
      isWidthLimited
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isPending && !isReadOnly) save();
      }}
    >
      {children}
      {isStale ? (
        <Notice kind="warning" title={say("edit.stale")} isAlert>
          <p>{say("edit.staleExplained")}</p>
          <Button variant="secondary" onClick={renew} isDisabled={isPending}>
            {say("edit.renew")}
          </Button>
        </Notice>
      ) : error === null ? null : (
        <ErrorAlert error={error} />
      )}
      <div role="status">{isSaved ? say("edit.saved") : isReadOnly ? say("edit.readOnly") : ""}</div>
      {isReadOnly ? null : (
        <ActionGroup>
          <Button type="submit" isLoading={isPending} isDisabled={!isChanged || isPending}>
            {say("action.save")}
          </Button>
          <Button variant="link" onClick={discard} isDisabled={!isChanged || isPending}>
            {say("edit.discard")}
          </Button>
        </ActionGroup>
      )}
    </Form>
  );
}
