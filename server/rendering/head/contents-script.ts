/** Marks in the table of contents where the reader is, and keeps that line in view. Without the script, it is a list of links. */
export const contentsScript = `(()=>{
const nav=document.querySelector(".contents"),links=nav?[...nav.querySelectorAll("a")]:[];
if(!links.length)return;
const parts=links.map(link=>document.getElementById(link.hash.slice(1)));
let marked,isDue;
const mark=()=>{
isDue=false;
const at=parts.findLastIndex(part=>part&&part.getBoundingClientRect().top<innerHeight/3),link=links[at];
if(link===marked)return;
marked&&marked.removeAttribute("aria-current");
marked=link;
if(!link){nav.scrollTop=nav.scrollLeft=0;return}
link.setAttribute("aria-current","location");
const box=nav.getBoundingClientRect(),line=link.getBoundingClientRect();
nav.scrollTop+=line.top-box.top-box.height/2;
nav.scrollLeft+=line.left+line.width/2-box.left-box.width/2};
addEventListener("scroll",()=>{if(!isDue){isDue=true;requestAnimationFrame(mark)}},{passive:true});
mark()
})()`;
