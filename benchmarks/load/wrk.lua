-- Draws lines of a request file at random: METHOD PATH [BODY]. {n} in a body counts up, so that no two records are alike.
local drawn = {}
local number
local withBody = {}

function init(args)
  number = tonumber(args[2])
  -- What machines ask for is noted, and would be measured along.
  wrk.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36"
  if args[3] ~= "" then wrk.headers["x-api-key"] = args[3] end
  if args[4] ~= "" then wrk.headers["accept-encoding"] = args[4] end
  for name, value in pairs(wrk.headers) do withBody[name] = value end
  withBody["content-type"] = args[5]
  math.randomseed(number + 1)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%S+) (%S+) ?(.*)$")
    if body == "" then
      drawn[#drawn + 1] = { text = wrk.format(method, path) }
    else
      drawn[#drawn + 1] = { method = method, path = path, body = body }
    end
  end
end

function request()
  local one = drawn[math.random(#drawn)]
  if one.text then return one.text end
  number = number + 1
  return wrk.format(one.method, one.path, withBody, (one.body:gsub("{n}", number)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"failed":%d,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests,
    summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3
  ))
end
