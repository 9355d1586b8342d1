// What the replay shows of a review, loaded together when somebody asks for one.
export { default as Bar } from "./Bar.svelte";
export { default as Curve } from "./Curve.svelte";
export { default as Panel } from "./Panel.svelte";
export { default as Verdict } from "./Verdict.svelte";
export { Review } from "./review.svelte";
