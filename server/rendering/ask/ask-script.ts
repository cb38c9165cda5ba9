/** Shows the answer in place: it is taken from the page that visitors without JavaScript are shown, without its styles. */
export const askScript = `
document.addEventListener("submit",async event=>{
const form=event.target,box=document.getElementById("answers");
if(!box||form.getAttribute("action")!=="/_foyer/ask")return;
event.preventDefault();
if(box.ariaBusy==="true")return;
box.ariaBusy="true";
box.textContent=box.dataset.looking;
try{
const sent=await fetch("/_foyer/ask",{method:"POST",body:new URLSearchParams(new FormData(form,event.submitter))});
const page=new DOMParser().parseFromString((await sent.text()).replace(/<style>[^]*?<\\/style>/g,""),"text/html");
let answer=page.querySelector(".answer");
if(!answer){answer=document.createElement("div");answer.className="answer";answer.tabIndex=-1;answer.append(...page.querySelector("main").childNodes)}
box.replaceChildren(document.adoptNode(answer));
answer.focus()
}catch{box.textContent=box.dataset.failed}
box.ariaBusy="false"
});`
  .trim()
  .replaceAll("\n", "");
