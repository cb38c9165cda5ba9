import { inlineElements } from "./inline-elements";

/** Says how many slides there are. Arrow keys go from slide to slide; within a slide that is higher than the window, up and down scroll as ever. */
export const deckScript = inlineElements("script", [
  `(()=>{const r=document.dir==="rtl"?-1:1,k={ArrowRight:r,ArrowLeft:-r,ArrowDown:1,ArrowUp:-1,PageDown:1,PageUp:-1};
{const s=document.querySelectorAll("main>*");for(const x of s)x.dataset.of=" / "+s.length}
addEventListener("keydown",e=>{const n=k[e.key];
if(!n||e.defaultPrevented||e.altKey||e.ctrlKey||e.metaKey||e.shiftKey||e.target.closest("input,textarea,select,video,pre,.wide,[contenteditable]"))return;
const s=[...document.querySelectorAll("main>*")],h=parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),t=s.map(x=>x.getBoundingClientRect().top-h);
let i=t.findLastIndex(x=>x<innerHeight/3);const c=s[i];
if(e.key[5]!=="R"&&e.key[5]!=="L"&&c&&c.offsetHeight>innerHeight-h+2)return;
if(n<0&&t[i]<-2)i++;
const g=s[i+n];if(g){e.preventDefault();g.scrollIntoView()}})})()`.replaceAll("\n", ""),
]);
