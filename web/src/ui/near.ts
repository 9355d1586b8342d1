// Whatever is drawn only when it is nearly on the screen.

/** How far away something counts as near. */
const MARGIN = "300px";

/** Tell, once, that an element is near the screen. */
export function near(arrived: () => void): (element: Element) => (() => void) | undefined {
  return (element) => {
    if (!("IntersectionObserver" in globalThis)) {
      arrived();
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        arrived();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
