import { Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { ConnectionNotice } from "./connection-notice.tsx";

interface DialogFrameProps {
  readonly title: string;
  /** The name of what it is about, which its title then tells too. */
  readonly of?: string | undefined;
  /** What follows, where the title does not say it. */
  readonly explained?: string;
  /** The id of its title, where something in it is named by that. */
  readonly titleId?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** Its buttons; without them it ends by itself. */
  readonly footer?: ReactNode;
  /** What its cross and Escape do; one without it is left by its buttons alone. */
  close?(): void;
}

/** The frame of a dialog: it says where the service does not answer, because what lies below is out of reach; it keeps the focus, and gives it back when it is closed. */
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
