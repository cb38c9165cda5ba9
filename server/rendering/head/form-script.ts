import { leastTokenAgeMs } from "../../../contract/visits/visitor-forms";

const patienceMs = 3_000;
const freshMs = 6 * 3_600_000;

/**
 * Asks for a token of the visitor's own when they begin to fill in a form, and waits until it is old enough to be sent. A second
 * click sends nothing. Without the script, or if the token does not come, the form is sent without it.
 */
export const formScript = `(()=>{
let states=new WeakMap();
const pause=ms=>new Promise(done=>setTimeout(done,ms));
const prepare=form=>{
const token=form.querySelector("[name=_token]"),page=form.querySelector("[name=page]");
if(!token||!page||!page.value)return;
const known=states.get(form);
if(known&&Date.now()-known.at<${freshMs})return known;
const state={at:Date.now()};
token.value="";
const asked=fetch("/_foyer/form_token?page="+encodeURIComponent(page.value)).then(answer=>answer.ok?answer.text():"").then(text=>pause(${leastTokenAgeMs}).then(()=>{token.value=text})).catch(()=>{});
state.ready=Promise.race([asked,pause(${patienceMs})]).then(()=>{state.done=true});
states.set(form,state);
return state};
addEventListener("focusin",({target})=>{target.form&&prepare(target.form)});
addEventListener("submit",event=>{
const form=event.target,state=event.defaultPrevented?undefined:prepare(form);
if(!state)return;
if(!state.done){event.preventDefault();state.ready.then(()=>form.requestSubmit(event.submitter));return}
if(Date.now()-state.sent<${patienceMs})event.preventDefault();
else state.sent=Date.now()});
addEventListener("pageshow",event=>{if(event.persisted)states=new WeakMap()})
})()`;
