import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { reach } from "./offline/reach.svelte";
import { keepForLater } from "./offline/worker.svelte";
import { dress, prefs } from "./prefs.svelte";
import { words } from "./words/words.svelte";

dress();
await words.begin(prefs.language);
const target = document.getElementById("page");
if (target) mount(App, { target });
reach.begin();
if (import.meta.env.PROD) keepForLater();
