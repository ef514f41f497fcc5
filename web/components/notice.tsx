import { Alert } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useText } from "../messages/text.ts";

interface NoticeProps {
  readonly kind: "danger" | "warning" | "info" | "success";
  readonly title: string;
  /** True if screen readers announce the notice at once, because something has just failed. */
  readonly isAlert?: boolean;
  readonly children?: ReactNode;
}

/** A notice on a page. Its color, its icon and a text for screen readers show its kind. */
export function Notice({ kind, title, isAlert = false, children }: NoticeProps) {
  const say = useText();
  return (
    <Alert
      isInline
      component="p"
      variant={kind}
      variantLabel={say(`notice.${kind}`)}
      title={title}
      {...(isAlert && { role: "alert" })}
    >
      {children}
    </Alert>
  );
}
