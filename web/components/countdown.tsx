import { useEffect, useState } from "react";

import { useText } from "../messages/text.ts";
import { timeLeft } from "./time-left.ts";

const secondMs = 1_000;

/** Time until a moment, updated each second. */
export function Countdown({ until }: { readonly until: string }) {
  const say = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(until) - now;
  return (
    <span role="timer">{leftMs <= 0 ? say("countdown.over") : say("countdown.left", { left: timeLeft(leftMs) })}</span>
  );
}
