/**
 * Shows the answer in place; whoever asks for events is sent it without a page around it. A notice is a page, and is shown without
 * its styles. Sentences of a model are shown before, as they come.
 */
export const askScript = `
document.addEventListener("submit",async event=>{
const form=event.target,box=document.getElementById("answers"),address=form.getAttribute("action")||"";
if(!box||!address.startsWith("/_foyer/ask"))return;
event.preventDefault();
if(box.ariaBusy==="true")return;
box.ariaBusy="true";
box.textContent=box.dataset.looking;
try{
const sent=await fetch(address,{method:"POST",headers:{accept:"text/event-stream"},body:new URLSearchParams(new FormData(form,event.submitter))});
let html="";
if((sent.headers.get("content-type")||"").startsWith("text/event-stream")){
const reader=sent.body.pipeThrough(new TextDecoderStream()).getReader();
let rest="",line;
for(let piece=await reader.read();!piece.done;piece=await reader.read()){
const events=(rest+piece.value).split("\\n\\n");
rest=events.pop();
for(const event of events){
const[kind,data]=event.split("\\n").map(part=>part.slice(part.indexOf(":")+2));
if(kind==="answer")html=JSON.parse(data);
else{if(!line){line=document.createElement("p");line.dir="auto";box.replaceChildren(line)}
line.append(JSON.parse(data)+" ")}
}}}else html=await sent.text();
const page=new DOMParser().parseFromString(html.replace(/<style>[^]*?<\\/style>/g,""),"text/html");
let answer=page.querySelector(".answer");
if(!answer){answer=document.createElement("div");answer.className="answer";answer.tabIndex=-1;answer.append(...page.querySelector("main").childNodes)}
box.replaceChildren(document.adoptNode(answer));
answer.focus()
}catch{box.textContent=box.dataset.failed}
box.ariaBusy="false"
});`
  .trim()
  .replaceAll("\n", "");
