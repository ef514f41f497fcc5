import { Alert } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useText } from "../messages/text.ts";

interface NoticeProps {
  readonly kind: "danger" | "warning" | "info" | "success";
  readonly title: string;
  /** True where it is read out at once, because it says what has just gone wrong. */
  readonly isAlert?: boolean;
  readonly children?: ReactNode;
}

/** A notice on a page; what kind it is stands in its colour, its icon, and for those who see neither in words. */
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
