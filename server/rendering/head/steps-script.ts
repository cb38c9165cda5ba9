/**
 * Shows a form in several steps one step at a time. Each step is checked before the next one is shown, and its title gets the
 * focus, so that it is read out. Without the script the steps are parts of one long form. A file that is too large is refused.
 */
export const stepsScript = `(()=>{
for(const form of document.querySelectorAll("form")){
const steps=[...form.querySelectorAll(".step")];
if(steps.length<2)continue;
const last=steps.length-1,progress=form.querySelector(".progress"),buttons=form.querySelectorAll("[data-step]"),send=form.querySelector("[type=submit]");
let at=0;
const invalid=step=>[...step.elements].find(field=>field.willValidate&&!field.checkValidity());
const show=(step,isMoved)=>{
at=step;
steps.forEach((one,index)=>{one.hidden=index!==at;progress.children[index].className=index<=at?"done":""});
buttons[0].hidden=at===0;buttons[1].hidden=at===last;send.hidden=at!==last;
if(isMoved)steps[at].querySelector("legend").focus()};
const next=()=>{
const field=invalid(steps[at]);
if(field)field.reportValidity();else show(at+1,true)};
form.noValidate=true;progress.hidden=false;show(0);
buttons[0].addEventListener("click",()=>show(at-1,true));
buttons[1].addEventListener("click",next);
form.addEventListener("submit",event=>{
if(at<last){event.preventDefault();next();return}
const wrong=steps.findIndex(invalid);
if(wrong<0)return;
event.preventDefault();
if(wrong!==at)show(wrong);
invalid(steps[wrong]).reportValidity()})}
addEventListener("change",({target})=>{
if(!target.dataset||!target.dataset.max)return;
const files=[...target.form.querySelectorAll("[data-max]")].flatMap(field=>[...field.files]),size=files.reduce((sum,file)=>sum+file.size,0);
target.setCustomValidity(size>target.dataset.max?target.nextElementSibling.textContent:"");
target.reportValidity()})
})()`;
