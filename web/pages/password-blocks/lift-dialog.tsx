import { call } from "../../api/call.ts";
import { passwordBlocksPath } from "../../api/password-blocks.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";

interface LiftDialogProps {
  readonly blockKey: string;
  close(): void;
}

/** A dialog that confirms that a block of password resets is lifted. */
export function LiftDialog({ blockKey, close }: LiftDialogProps) {
  const say = useText();
  return (
    <ConfirmDialog
      title={say("passwordBlocks.lift")}
      explained={say("passwordBlocks.liftExplained")}
      action={say("passwordBlocks.lift")}
      isDanger
      call={call("POST passwordBlocks()/lift", { key: blockKey })}
      sets={[passwordBlocksPath]}
      close={close}
    />
  );
}
