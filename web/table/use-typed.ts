import { useEffect, useEffectEvent, useState } from "react";

const typedForMs = 300;

/** What is being typed, told to the list when somebody has stopped. */
export function useTyped(value: string, change: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<string>();
  if (known !== value) {
    setKnown(value);
    // What was told arrives a moment later, when something else may be typed already; all else comes from the way back.
    if (value === told) setTold(undefined);
    else setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text);
    change(text);
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => tell(typed), typedForMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return { typed, type: setTyped };
}
