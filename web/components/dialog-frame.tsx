import { Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { ConnectionNotice } from "./connection-notice.tsx";

interface DialogFrameProps {
  readonly title: string;
  /** Name of the object; the title then contains it. */
  readonly of?: string | undefined;
  /** Consequences, if the title does not name them. */
  readonly explained?: string;
  /** ID of the title, if something in the dialog is labeled by it. */
  readonly titleId?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** Buttons of the dialog; a dialog without buttons closes by itself. */
  readonly footer?: ReactNode;
  /** Closes the dialog by its cross or Escape. Without it, only the buttons close the dialog. */
  close?(): void;
}

/**
 * The frame of a dialog. It shows that the service does not answer, because the page below is out of reach. It traps the focus and returns
 * it when it closes.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { title, of, explained, titleId, isWide = false, children, footer, close } = props;
  const say = useText();
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <Modal
      isOpen
      variant={isWide ? "medium" : "small"}
      aria-labelledby={id}
      {...(close !== undefined && { onClose: close })}
    >
      <ModalHeader
        title={of === undefined ? title : say("action.on", { action: title, name: of })}
        labelId={id}
        {...(explained !== undefined && { description: explained })}
      />
      <ModalBody>
        <ConnectionNotice />
        {children}
      </ModalBody>
      {footer === undefined ? null : <ModalFooter>{footer}</ModalFooter>}
    </Modal>
  );
}
