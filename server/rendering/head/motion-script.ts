/**
 * Plays the videos of heroes while they are seen, except for visitors who want less motion or less data. One that the visitor
 * stopped stays so. Without the script, they wait to be started.
 */
export const motionScript = `(()=>{
const videos=document.querySelectorAll("video[data-plays]");
if(!videos.length||matchMedia("(prefers-reduced-motion:reduce)").matches||navigator.connection?.saveData)return;
const seen=new IntersectionObserver(changes=>{
for(const{target,isIntersecting}of changes)
if(isIntersecting)target.play().catch(()=>{});
else if(!target.paused)target.pause();
else if(target.played.length)seen.unobserve(target)},{threshold:.5});
for(const video of videos)seen.observe(video)
})()`;
