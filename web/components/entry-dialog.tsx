import { Button } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useText } from "../messages/text.ts";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";
import { type Entering, useEntered } from "./use-entered.ts";

/** Properties of a dialog with input. */
interface EntryDialogProps {
  readonly title: string;
  /** Name of the object; the title then contains it. */
  readonly of?: string | undefined;
  /** Consequences, if the title does not name them. */
  readonly explained?: string | undefined;
  /** ID of the title, if something in the dialog is labeled by it. */
  readonly titleId?: string;
  readonly isWide?: boolean;
  readonly isPending: boolean;
  /** Error of the refused call; null or undefined if there is none. */
  readonly error: unknown;
  /** Returns the buttons of the dialog; the one that closes it calls `leave`. */
  buttons(leave: () => void): ReactNode;
  /** Returns the content of the dialog; its form says when something is entered, and when the input is sent. */
  children(entering: Entering): ReactNode;
  close(): void;
}

/** A dialog with input. Closing it with input that was not sent, or was refused, has to be confirmed. */
export function EntryDialog(props: EntryDialogProps) {
  const { title, explained, isPending, error, buttons, children, close, ...frame } = props;
  const say = useText();
  const { isAsking, leave, ...entering } = useEntered({ isPending, error, close });
  return (
    <Dialog
      {...frame}
      title={title}
      {...(explained !== undefined && { explained })}
      close={leave}
      footer={isAsking ? <LeaveButtons leave={close} stay={leave} /> : buttons(leave)}
    >
      {children(entering)}
      {isAsking ? <Notice kind="warning" title={say("edit.leaveTitle")} isAlert /> : null}
    </Dialog>
  );
}

/** Buttons that close the dialog with the loss of its input, or go back to it. */
function LeaveButtons({ leave, stay }: { leave(): void; stay(): void }) {
  const say = useText();
  return (
    <>
      <Button variant="danger" onClick={leave}>
        {say("edit.leave")}
      </Button>
      <Button variant="link" autoFocus onClick={stay}>
        {say("edit.stay")}
      </Button>
    </>
  );
}
